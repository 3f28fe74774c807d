/** Pools of a Java heap, as the agent reports them over OTLP. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'

export const mebibyte = 1024 ** 2

interface HeapDraft {
  service: string
  /** MiB that the whole old generation may take. */
  limit: number
  minutes: number
  /** MiB of the old generation at a minute, and what its last collection left. */
  oldAt: (minute: number) => { used: number; left: number }
  /** MiB of compiled code at a minute. */
  codeAt: (minute: number) => number
  restartsAt: (minute: number) => number
}

export function playHeap(
  writer: TelemetryWriter,
  { service, limit, minutes, oldAt, codeAt, restartsAt }: HeapDraft,
): void {
  const pool = (name: string, type: string) => ({ 'jvm.memory.pool.name': name, 'jvm.memory.type': type })
  const [old, eden, code] = [pool('G1 Old Gen', 'heap'), pool('G1 Eden Space', 'heap'), pool('CodeCache', 'non_heap')]
  const level = (name: string, attributes: Record<string, string>, at: number, size: number) =>
    writer.measure({ service, name, unit: 'By', kind: 'level', attributes }, at, Math.round(size * mebibyte))
  for (let minute = 0; minute < minutes; minute += 1) {
    const { used, left } = oldAt(minute)
    level('jvm.memory.used', old, minute, Math.min(limit, used * (1 + 0.006 * writer.normal())))
    level('jvm.memory.limit', old, minute, limit)
    level('jvm.memory.used_after_last_gc', old, minute, left)
    level('jvm.memory.used', eden, minute, writer.between(10, 0.4 * limit))
    level('jvm.memory.used', code, minute, codeAt(minute))
    if (minute % 5 === 0)
      writer.measure(
        { service, name: 'k8s.container.restarts', unit: '{restart}', kind: 'level' },
        minute,
        restartsAt(minute),
      )
  }
}
