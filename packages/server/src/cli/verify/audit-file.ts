/** `kept verify audit.jsonl`: checks an export of the audit log offline, line by line. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type AuditCheckpoint, auditCheckpointSchema } from '@kept/domain/audit.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type AuditCheckResult, checkAuditExport } from '@kept/engine/audit/check-export.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import { sha256 } from './statement-file.ts'

/** Characters of one event; the largest that Kept writes are far shorter. */
const MAX_LINE = 8 * 1024 ** 2
/** The signed first line is shorter. */
const BEGINNING_BYTES = 4096

/** True when the file begins like an export of the audit log. A file that cannot be read is none. */
export async function isAuditExport(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined)
  if (!file) return false
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING_BYTES) })
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1)
    return /^\s*\{.*"kind"\s*:\s*"(export|event|checkpoint)"/.test(line)
  } finally {
    await file.close()
  }
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
  let rest = ''
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE) throw new Error('one of its lines is too long')
      yield* lines
    }
  } catch (error) {
    throw badInput(`Cannot read ${path}: ${messageOf(error)}.`)
  }
  if (rest !== '') yield rest
}
