/** Hands something the server made to the browser as a file to keep. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the blob by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
