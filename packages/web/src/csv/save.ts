/** Downloads a blob as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
