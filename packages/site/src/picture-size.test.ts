import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pictureSize } from './picture-size.ts'

it('reads the size of every picture of the guides', () => {
  const files = readdirSync(new URL('../pictures/connect/', import.meta.url))
  for (const file of files) {
    const { width, height } = pictureSize(`connect/${file}`)
    // Screens of 390 and 820 pixels, in the scales of tools/guide-pictures.ts.
    const limit = file.includes('-phone-') ? 585 : 1025
    expect(width, file).toBeGreaterThan(500)
    expect(width, file).toBeLessThanOrEqual(limit)
    expect(height, file).toBeGreaterThan(100)
    expect(height, file).toBeLessThan(1200)
  }
})
