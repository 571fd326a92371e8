let n = 0
while (n < 10) {
  circuit('Gate' + n, {})
}
