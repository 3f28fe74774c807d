/**
 * The process of a disk with a volatile write cache: `node disk-process.ts <image> <cache share>`, with /dev/fuse as
 * descriptor 3. It serves one file over FUSE. A write is in memory until it is flushed, or, by chance, at once in the
 * image, as disks do in any order. A kill of this process is the power failure: what was not flushed is gone.
 *
 * The messages are those of linux/fuse.h, version 7.31 and newer.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync, writevSync } from 'node:fs'

const [image = '', cacheShare = '1'] = process.argv.slice(2)
const fuse = 3
const blockBytes = 4096
const maxWriteBytes = 1024 * 1024
const inHeaderBytes = 40
const errors = { unknown: -38 }
const opcodes = { getattr: 3, open: 14, read: 15, write: 16, release: 18, fsync: 20, flush: 25, init: 26, destroy: 38 }
/** Those the kernel expects no answer to: forget, interrupt, forget several. */
const unanswered = new Set([2, 36, 42])

const disk = openSync(image, 'r+')
const { size } = fstatSync(disk)
/** Blocks that are not on the disk yet, by their number. */
const cached = new Map<number, Buffer>()

function readRange(offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
  for (let done = 0; done < bytes.length; ) done += readSync(disk, bytes, done, bytes.length - done, offset + done)
  const last = Math.floor((offset + bytes.length - 1) / blockBytes)
  for (let number = Math.floor(offset / blockBytes); number <= last; number += 1) {
    const block = cached.get(number)
    if (!block) continue
    const at = number * blockBytes - offset
    block.copy(bytes, Math.max(0, at), Math.max(0, -at))
  }
  return bytes
}

function writeRange(offset: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    const number = Math.floor((offset + done) / blockBytes)
    const within = offset + done - number * blockBytes
    const length = Math.min(blockBytes - within, bytes.length - done)
    const block = length === blockBytes ? Buffer.allocUnsafe(blockBytes) : readRange(number * blockBytes, blockBytes)
    bytes.copy(block, within, done, done + length)
    if (Math.random() < Number(cacheShare)) cached.set(number, block)
    else {
      writeSync(disk, block, 0, blockBytes, number * blockBytes)
      cached.delete(number)
    }
    done += length
  }
}

function flush(): void {
  for (const [number, block] of cached) writeSync(disk, block, 0, blockBytes, number * blockBytes)
  cached.clear()
}

function initAnswer(): Buffer {
  const answer = Buffer.alloc(64)
  const [asyncRead, bigWrites, maxPages] = [1 << 0, 1 << 5, 1 << 22]
  answer.writeUInt32LE(7, 0)
  answer.writeUInt32LE(31, 4)
  answer.writeUInt32LE(maxWriteBytes, 8)
  answer.writeUInt32LE(asyncRead | bigWrites | maxPages, 12)
  answer.writeUInt16LE(64, 16)
  answer.writeUInt16LE(48, 18)
  answer.writeUInt32LE(maxWriteBytes, 20)
  answer.writeUInt32LE(1, 24)
  answer.writeUInt16LE(maxWriteBytes / blockBytes, 28)
  return answer
}

/** A file of the image's size that only root reads. */
function attributes(): Buffer {
  const answer = Buffer.alloc(104)
  answer.writeBigUInt64LE(1n, 16)
  answer.writeBigUInt64LE(BigInt(size), 24)
  answer.writeBigUInt64LE(BigInt(size / 512), 32)
  answer.writeUInt32LE(0o100600, 76)
  answer.writeUInt32LE(1, 80)
  answer.writeUInt32LE(blockBytes, 96)
  return answer
}

function openAnswer(): Buffer {
  const answer = Buffer.alloc(16)
  const directIo = 1
  answer.writeUInt32LE(directIo, 8)
  return answer
}

function answerTo(opcode: number, body: Buffer): Buffer | number {
  switch (opcode) {
    case opcodes.init:
      return initAnswer()
    case opcodes.getattr:
      return attributes()
    case opcodes.open:
      return openAnswer()
    case opcodes.read:
      return readRange(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))
    case opcodes.write: {
      const length = body.readUInt32LE(16)
      writeRange(Number(body.readBigUInt64LE(8)), body.subarray(40, 40 + length))
      const answer = Buffer.alloc(8)
      answer.writeUInt32LE(length, 0)
      return answer
    }
    case opcodes.fsync:
      flush()
      return Buffer.alloc(0)
    case opcodes.flush:
    case opcodes.release:
    case opcodes.destroy:
      return Buffer.alloc(0)
    default:
      return errors.unknown
  }
}

/** Of the start, on the busiest machine. */
const mountedWithinMs = 60_000
const startedAt = performance.now()

/** The file is mounted while this process starts; before that the kernel permits no read. */
function isNotMountedYet(code: string | undefined): boolean {
  if (code !== 'EPERM' || performance.now() - startedAt > mountedWithinMs) return false
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  return true
}

const request = Buffer.alloc(maxWriteBytes + 64 * 1024)
for (;;) {
  let length = 0
  try {
    length = readSync(fuse, request)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The file system was unmounted.
    if (code === 'ENODEV') break
    if (code === 'EINTR' || code === 'EAGAIN' || code === 'ENOENT' || isNotMountedYet(code)) continue
    throw error
  }
  const opcode = request.readUInt32LE(4)
  if (unanswered.has(opcode)) continue
  const answer = answerTo(opcode, request.subarray(inHeaderBytes, length))
  const body = typeof answer === 'number' ? Buffer.alloc(0) : answer
  const header = Buffer.alloc(16)
  header.writeUInt32LE(header.length + body.length, 0)
  header.writeInt32LE(typeof answer === 'number' ? answer : 0, 4)
  request.copy(header, 8, 8, 16)
  writevSync(fuse, [header, body])
}
closeSync(disk)
