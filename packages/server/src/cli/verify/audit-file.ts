/** `kept verify audit.jsonl`: checks an export of the audit log offline, line by line. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type AuditCheckpoint, auditCheckpointSchema } from '@kept/domain/audit.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type AuditCheckResult, checkAuditExport } from '@kept/engine/audit/check-export.ts'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import { sha256 } from './statement-file.ts'

/** True when the file begins like an export of the audit log: one JSON object on its first line. */
export async function isAuditExport(path: string): Promise<boolean> {
  for await (const line of linesOf(path)) return /^\s*\{.*"kind"\s*:\s*"(export|event|checkpoint)"/.test(line)
  return false
}

export async function verifyAuditFile(
  path: string,
  input: { trustedKey: string | undefined; checkpoints: readonly AuditCheckpoint[] },
): Promise<AuditCheckResult> {
  const check = checkAuditExport({ sha256, verify: verifyEd25519 }, input)
  for await (const line of linesOf(path)) if (!check.takeLine(line)) break
  return check.finish()
}

/** Reads checkpoints that were saved earlier: one on each line, as in the data folder or in an export. */
export async function readAuditCheckpoints(path: string | undefined): Promise<AuditCheckpoint[]> {
  if (path === undefined) return []
  const checkpoints: AuditCheckpoint[] = []
  for await (const line of linesOf(path)) {
    if (line.trim() === '') continue
    const read = auditCheckpointSchema.safeParse(parse(line))
    if (!read.success) throw badInput(`${path} has a line that is not a checkpoint of an audit log.`)
    checkpoints.push(read.data)
  }
  return checkpoints
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path, 'utf8')
  try {
    yield* createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw badInput(`Cannot read ${path}: ${(error as Error).message}.`)
  } finally {
    file.destroy()
  }
}
