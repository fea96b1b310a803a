"""One input under the microscope: exact values, correct roundings, and every step of a writing."""
