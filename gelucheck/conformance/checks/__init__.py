"""The checks of the operator contract, one a file; ``contract.CHECKS`` lists them."""
