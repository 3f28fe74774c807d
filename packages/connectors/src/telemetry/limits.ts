import { KeptError } from '@kept/domain/errors.ts'

/** How much of anything one delivery may hold. Telemetry comes from outside: everything is bounded before it is kept. */
export interface TelemetryLimits {
  /** Bytes after decompression. */
  inflatedBytes: number
  /** Times a compressed delivery may grow; beyond it is a bomb. Real telemetry has ids and times and stays under 60. */
  inflationRatio: number
  /** Bytes of one JSON document or one protobuf message held in memory. */
  documentBytes: number
  /** Brackets inside brackets. */
  depth: number
  /** Attributes of one span, resource or record; the rest is dropped and counted. */
  attributes: number
  /** Characters of one value that are looked at. */
  valueLength: number
  /** Characters of one CSV or JSON line. */
  lineLength: number
}

export const defaultLimits: TelemetryLimits = {
  inflatedBytes: 64 * 1024 ** 3,
  inflationRatio: 250,
  documentBytes: 256 * 1024 ** 2,
  depth: 64,
  attributes: 128,
  valueLength: 4096,
  lineLength: 16 * 1024 ** 2,
}

export function tooLarge(sentence: string): KeptError {
  return new KeptError('too_large', sentence)
}
