"""What a value is, whoever touches it: how it is compared, said and heard."""
