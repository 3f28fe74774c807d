import { KeptError } from '@kept/domain/errors.ts'

/** Limits of one delivery of telemetry, enforced before anything is stored, since the data is untrusted. */
export interface TelemetryLimits {
  /** Bytes after decompression. */
  inflatedBytes: number
  /** Maximum compression ratio; real telemetry has ids and times and stays under 60. */
  inflationRatio: number
  /** Bytes of one JSON document or one protobuf message held in memory. */
  documentBytes: number
  /** Nesting depth. */
  depth: number
  /** Attributes of one span, resource or record; more are dropped and counted. */
  attributes: number
  /** Characters of one value that are read. */
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
