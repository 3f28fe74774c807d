/** Reads the customer's statement, key and checkpoints from files. */
import { createPublicKey, hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { badInput } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { type Checkpoint, checkpointSchema, type Statement, statementSchema } from '@kept/domain/statement.ts'
import * as z from 'zod'
import { readJson } from '../savings/read-json.ts'
import { tidyMemory } from './tidy-memory.ts'

export const sha256 = (text: string): string => hash('sha256', text)

export async function readStatement(path: string): Promise<Statement> {
  const content = await readJson(path)
  tidyMemory()
  return readBy(statementSchema, content, 'The statement')
}

/** Reads one checkpoint or a list of them. */
export async function readCheckpoints(path: string | undefined): Promise<Checkpoint[]> {
  if (path === undefined) return []
  const content = await readJson(path)
  return readBy(z.array(checkpointSchema), Array.isArray(content) ? content : [content], 'The checkpoints')
}

/** Reads a PEM public key and returns it as in the statement: SubjectPublicKeyInfo, base64. */
export async function readKey(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  const pem = await readFile(path, 'utf8').catch((error: Error) => {
    throw badInput(`Cannot read the key ${path}: ${error.message}.`)
  })
  try {
    return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
  } catch {
    throw badInput(`${path} is not a public key. Pass a PEM file with an Ed25519 key.`)
  }
}
