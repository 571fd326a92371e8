/** Hands a file to the reader. */
export function download(name: string, content: Blob): void {
  const anchor = document.createElement('a')
  const address = URL.createObjectURL(content)
  anchor.href = address
  anchor.download = name
  anchor.click()
  // The browser reads the address after this call.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
