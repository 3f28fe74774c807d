/** For tests: small pictures. */
import { crc32, deflateSync } from 'node:zlib'

interface PngOptions {
  width?: number
  height?: number
  bits?: number
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  colorType?: number
  interlace?: number
  /** Before compression, instead of pixels that fit. */
  pixels?: Buffer
  more?: readonly Buffer[]
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function png({ width = 40, height = 12, bits = 8, colorType = 6, ...rest }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colorType, 0, 0, rest.interlace ?? 0], 8)
  const rowBytes = 1 + Math.ceil((width * (channels[colorType] ?? 1) * bits) / 8)
  const pixels = rest.pixels ?? Buffer.alloc(rowBytes * height, 0).map((_, index) => (index % rowBytes ? index % 2 : 0))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...(colorType === 3 ? [pngChunk('PLTE', Buffer.from('ff0000003366', 'hex'))] : []),
    ...(rest.more ?? []),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The segments that are looked at, without pixels. */
export function jpeg({ width = 40, height = 12, channels: count = 3, end = 'ffd9' } = {}): Buffer {
  const frame = Buffer.alloc(8 + 3 * count)
  frame.writeUInt16BE(frame.length, 0)
  frame.set([8], 2)
  frame.writeUInt16BE(height, 3)
  frame.writeUInt16BE(width, 5)
  frame.set([count], 7)
  const scan = Buffer.from('ffda000c03010002110311003f00aa', 'hex')
  return Buffer.concat([Buffer.from('ffd8ffc0', 'hex'), frame, scan, Buffer.from(end, 'hex')])
}
