import { describe, expect, it } from 'vitest'
import { evidenceTypeOf } from './evidence-type.ts'

describe('evidenceTypeOf', () => {
  it.each<[string, string | Buffer, string | undefined]>([
    ['a PDF', '%PDF-1.7\n', 'application/pdf'],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]), 'image/png'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['text', 'Reviewed on März 3.\r\n\tall fine', 'text/plain'],
    ['HTML', ' <html><script>alert(1)</script>', undefined],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
    ['a script', '#!/bin/sh\nrm -rf /', undefined],
    ['a Windows program', Buffer.from([0x4d, 0x5a, 0x90, 0x00, 0x03]), undefined],
    ['a ZIP', Buffer.from([0x50, 0x4b, 0x03, 0x04]), undefined],
    ['not UTF-8', Buffer.from([0xc3, 0x28]), undefined],
  ])('recognizes %s', (_name, content, type) => {
    expect(evidenceTypeOf(Buffer.from(content))).toBe(type)
  })
})
