/**
 * Two pictures held against each other by the browser that took them: it reads PNG anyway, so nothing else has to.
 * What only antialiasing moved, by one pixel at most, is no difference.
 */
import type { Page } from 'playwright-core'

interface Comparison {
  /** Null when the sizes are not the same. */
  differing: number | null
  pixels: number
  sizes: [string, string]
}

/** Two pixels are alike when no channel is further apart than this, of 255. */
const alike = 48

const compareInPage = `async ([before, after, alike]) => {
  const read = async (base64) => {
    const blob = await (await fetch('data:image/png;base64,' + base64)).blob()
    const bitmap = await createImageBitmap(blob)
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    pen.drawImage(bitmap, 0, 0)
    return pen.getImageData(0, 0, bitmap.width, bitmap.height)
  }
  const [a, b] = [await read(before), await read(after)]
  const sizes = [a, b].map(({ width, height }) => width + ' × ' + height)
  const pixels = a.width * a.height
  if (sizes[0] !== sizes[1]) return { differing: null, pixels, sizes }
  const { width, height } = a
  const same = (one, at, other, there) =>
    Math.abs(one[at] - other[there]) <= alike &&
    Math.abs(one[at + 1] - other[there + 1]) <= alike &&
    Math.abs(one[at + 2] - other[there + 2]) <= alike
  const isNear = (one, other, x, y) => {
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const [nx, ny] = [x + dx, y + dy]
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
        if (same(one, (y * width + x) * 4, other, (ny * width + nx) * 4)) return true
      }
    }
    return false
  }
  let differing = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      if (same(a.data, at, b.data, at)) continue
      if (!isNear(a.data, b.data, x, y) || !isNear(b.data, a.data, x, y)) differing += 1
    }
  }
  return { differing, pixels, sizes }
}`

/** `page` is any page that may read data: addresses, such as a blank one. */
export function comparePictures(page: Page, before: Buffer, after: Buffer): Promise<Comparison> {
  const pictures = JSON.stringify([before.toString('base64'), after.toString('base64'), alike])
  return page.evaluate(`(${compareInPage})(${pictures})`) as Promise<Comparison>
}
