/** Pixels of each side: sharp at twice the largest size a picture is shown in. */
const side = 128

/** Longest text that the server takes for a picture. */
const MAX_PICTURE_LENGTH = 16_000

/**
 * The middle of a picture as a small JPEG in a `data:` address. What else the file carries, such as where a photo was
 * taken, is left behind. Rejects what the browser cannot draw.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  // A transparent picture has a ground, or JPEG makes it black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  const edge = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2]
  context.drawImage(bitmap, left, top, edge, edge, 0, 0, side, side)
  bitmap.close()
  for (const quality of [0.85, 0.6, 0.3]) {
    const picture = canvas.toDataURL('image/jpeg', quality)
    if (picture.length <= MAX_PICTURE_LENGTH) return picture
  }
  throw new Error('The picture is too detailed. Choose another one.')
}
