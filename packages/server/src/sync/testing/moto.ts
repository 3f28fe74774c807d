/**
 * moto, an emulator of AWS, as a peer of the tests. It is found through KEPT_MOTO, the path of a program that takes a
 * port; without it these tests are skipped, and say so.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { AwsSession } from '@kept/connectors/aws/live/session.ts'
import { openOwnerSession } from '@kept/connectors/aws/live/testing/owner.ts'

const motoPath = process.env.KEPT_MOTO ?? ''
export const hasMoto = motoPath !== '' && existsSync(motoPath)
if (!hasMoto) process.stderr.write('Skipped: tests against moto. Set KEPT_MOTO to a moto server program to run them.\n')

/** Five a second: a busy machine takes two minutes to start it. */
const maxAttempts = 750

export interface Moto {
  url: string
  /** A session with the rights of an owner, to make resources. */
  session: AwsSession
  /** Whether policies and signatures are enforced. */
  enforce(isOn: boolean): Promise<void>
  stop(): Promise<void>
}

/** `hasPublicImages`: each account and region begins with the 600 images and 1,200 snapshots that moto brings along. */
export async function startMoto({ hasPublicImages = true } = {}): Promise<Moto> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server: ChildProcess = spawn(motoPath, [String(port)], {
    stdio: 'ignore',
    env: { ...process.env, MOTO_EC2_LOAD_DEFAULT_AMIS: String(hasPublicImages) },
  })
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const answer = await fetch(`${url}/moto-api/data.json`).catch(() => undefined)
    if (answer?.ok) break
    if (attempt === maxAttempts - 1) throw new Error('moto did not start.')
    await wait(200)
  }
  return {
    url,
    session: openOwnerSession(url),
    enforce: async (isOn) => {
      await fetch(`${url}/moto-api/reset-auth`, { method: 'POST', body: isOn ? '0' : 'inf' })
    },
    stop: async () => {
      server.kill()
      await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(null)))
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/**
 * The name of an action in the policies of moto: it takes the service from the signature, where CloudWatch is called
 * "monitoring", and does not know the block of a bucket by its name.
 */
export function asMotoNames(action: string): string {
  if (action === 's3:GetBucketPublicAccessBlock') return 's3:ListBucket'
  return action.replace(/^cloudwatch:/, 'monitoring:')
}
