/**
 * Whether a picture can be drawn as a logo. PDFKit decodes pictures in callbacks, where an error would end the process,
 * so a picture is checked completely before PDFKit sees it.
 */
import { crc32, inflateSync } from 'node:zlib'

const maxLogoBytes = 256 * 1024
/** Pixels of either side. */
const maxSide = 2000

type LogoType = 'png' | 'jpeg'

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const jpegStart = Buffer.from('ffd8ff', 'hex')

/** By its content; undefined for anything else. */
export function logoTypeOf(bytes: Buffer): LogoType | undefined {
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return 'png'
  return bytes.subarray(0, jpegStart.length).equals(jpegStart) ? 'jpeg' : undefined
}

/** What is wrong with it and what to do, as one sentence; null when it can be drawn. */
export function findLogoError(bytes: Buffer): string | null {
  if (bytes.length > maxLogoBytes)
    return `The logo has ${Math.ceil(bytes.length / 1024)} KB. Use a picture of at most ${maxLogoBytes / 1024} KB.`
  const type = logoTypeOf(bytes)
  if (type === undefined) return 'The logo is neither PNG nor JPEG. Save it in one of these formats.'
  return type === 'png' ? findPngError(bytes) : findJpegError(bytes)
}

const damaged = (where: string) => `The logo is damaged: ${where}. Save it again.`

interface Header {
  width: number
  height: number
  channels: number
  isIndexed: boolean
}

function findPngError(bytes: Buffer): string | null {
  const chunks = readChunks(bytes)
  if (chunks === null) return damaged('a part of the PNG file is cut off or changed')
  const [first] = chunks
  if (first?.name !== 'IHDR' || first.data.length !== 13) return damaged('the PNG file has no header')
  if (chunks.some(({ name }) => name === 'acTL' || name === 'fcTL' || name === 'fdAT'))
    return 'The logo is animated. Save it as a still picture.'
  const header = readHeader(first.data)
  if (typeof header === 'string') return header
  const palettes = chunks.filter(({ name }) => name === 'PLTE')
  const isPaletteRight = header.isIndexed
    ? palettes.length === 1 && isPalette(palettes[0]?.data)
    : palettes.length === 0
  if (!isPaletteRight) return damaged('its palette does not fit its colors')
  return findPixelError(
    header,
    chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data),
  )
}

function isPalette(data: Buffer | undefined): boolean {
  return data !== undefined && data.length > 0 && data.length <= 768 && data.length % 3 === 0
}

interface Chunk {
  name: string
  data: Buffer
}

/** Up to IEND; null where a length or a check sum is wrong. */
function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let position = pngStart.length; position + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(position)
    const end = position + 12 + length
    if (end > bytes.length) return null
    const named = bytes.subarray(position + 4, end - 4)
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) return null
    const name = named.toString('latin1', 0, 4)
    if (name === 'IEND') return chunks
    chunks.push({ name, data: named.subarray(4) })
    position = end
  }
  return null
}

/** Channels of each color type. */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function readHeader(data: Buffer): Header | string {
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [bits, colorType = -1, compression, filter, interlace] = data.subarray(8)
  const channels = channelsOf[colorType]
  if (channels === undefined || compression !== 0 || filter !== 0) return damaged('its header is none of PNG')
  if (bits !== 8) return `The logo has ${bits} bits for each color. Save it with 8.`
  if (interlace !== 0) return 'The logo is interlaced. Save it without interlacing.'
  return findSizeError(width, height) ?? { width, height, channels, isIndexed: colorType === 3 }
}

function findSizeError(width: number, height: number): string | null {
  if (width === 0 || height === 0) return damaged('it has no pixels')
  if (width <= maxSide && height <= maxSide) return null
  return `The logo has ${width} x ${height} pixels. Use at most ${maxSide} x ${maxSide}.`
}

function findPixelError({ width, height, channels }: Header, parts: readonly Buffer[]): string | null {
  const rowBytes = 1 + width * channels
  try {
    const pixels = inflateSync(Buffer.concat(parts), { maxOutputLength: rowBytes * height + 1 })
    if (pixels.length !== rowBytes * height) return damaged('it has fewer or more pixels than its header says')
    for (let row = 0; row < height; row += 1)
      if ((pixels[row * rowBytes] ?? 0) > 4) return damaged('a row of its pixels cannot be read')
    return null
  } catch {
    return damaged('its pixels cannot be decompressed')
  }
}

/** Start of frame markers: baseline, extended and progressive. The others need decoders that few viewers have. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2])
const startOfScan = 0xda

function findJpegError(bytes: Buffer): string | null {
  let frame: Buffer | undefined
  for (let position = 2; position + 4 <= bytes.length; ) {
    const marker = bytes[position + 1] ?? 0
    const end = position + 2 + bytes.readUInt16BE(position + 2)
    if (bytes[position] !== 0xff || end > bytes.length) break
    if (marker === startOfScan) return findFrameError(frame) ?? findEndError(bytes)
    if (frameMarkers.has(marker)) frame = bytes.subarray(position + 4, end)
    position = end
  }
  return damaged('a part of the JPEG file is cut off or changed')
}

function findFrameError(frame: Buffer | undefined): string | null {
  if (!frame || frame.length < 6) return damaged('its JPEG coding is unknown')
  const [bits, , , , , channels] = frame
  if (channels === 4) return 'The logo has colors for print (CMYK). Save it with RGB colors.'
  if (bits !== 8 || (channels !== 1 && channels !== 3)) return damaged('its JPEG colors are unknown')
  return findSizeError(frame.readUInt16BE(3), frame.readUInt16BE(1))
}

function findEndError(bytes: Buffer): string | null {
  return bytes.includes(Buffer.from('ffd9', 'hex'), bytes.length - 64) ? null : damaged('its end is missing')
}
