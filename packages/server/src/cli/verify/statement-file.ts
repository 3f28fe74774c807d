/** The statement, the key and the checkpoints a customer holds in their hands, read from files. */
import { createPublicKey, hash, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { badInput } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { type Checkpoint, checkpointSchema, type Statement, statementSchema } from '@kept/domain/statement.ts'
import type { Papers } from '@kept/engine/savings/statement/check-papers.ts'
import * as z from 'zod'
import { readJson } from '../savings/read-json.ts'
import { tidyMemory } from './tidy-memory.ts'

export const sha256 = (text: string): string => hash('sha256', text)

export async function readStatement(path: string): Promise<Statement> {
  const content = await readJson(path)
  tidyMemory()
  return readBy(statementSchema, content, 'The statement')
}

/** One checkpoint, or a list of them. */
export async function readCheckpoints(path: string | undefined): Promise<Checkpoint[]> {
  if (path === undefined) return []
  const content = await readJson(path)
  return readBy(z.array(checkpointSchema), Array.isArray(content) ? content : [content], 'The checkpoints')
}

/** A public key as a PEM file; as the statement writes it: SubjectPublicKeyInfo, base64. */
export async function readKey(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  const pem = await readFile(path, 'utf8').catch((error: Error) => {
    throw badInput(`The key ${path} cannot be read: ${error.message}.`)
  })
  try {
    return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
  } catch {
    throw badInput(`${path} holds no public key; a PEM file with an Ed25519 key is expected.`)
  }
}

export const verifyEd25519: Papers['verify'] = (publicKey, text, signature) => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    // What is no key has signed nothing.
    return false
  }
}
