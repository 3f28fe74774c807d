/** Replaces the key that signs identity tokens, and writes it into the audit log of every organization that relies on it. */
import { noteKeyRotation } from '@kept/store/sync/federation.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { PUBLISHED_BEFORE_MS } from './key-times.ts'
import { rotateKeys } from './signing-keys.ts'

/** Kept: a new key is noted at the next run; a week leaves room for runs that fail. */
const NOTED_WITHIN_MS = 7 * 86_400_000

export const rotateKeysJob = defineJob({
  name: 'rotate-federation-keys',
  input: z.object({}),
  retries: 2,
  cron: '41 * * * *',
  run: async (
    _input,
    { state, config, secrets, now, log }: Pick<Services, 'state' | 'config' | 'secrets' | 'now' | 'log'>,
    signal,
  ) => {
    const newest = rotateKeys({ sharedFolder: config.sharedFolder, secrets, now })
    // In most hours of 90 days there is nothing to write, and no organization is asked.
    if (!newest || now().getTime() - newest.createdMs > NOTED_WITHIN_MS) return
    const { number, createdMs, publicKey } = newest
    const key = {
      id: publicKey.kid,
      createdAt: new Date(createdMs),
      // Without a previous one, such as after its file was deleted, it signs at once.
      signsFrom: new Date(number === 1 ? createdMs : createdMs + PUBLISHED_BEFORE_MS),
    }
    let noted = 0
    await forEachOrganization(state.database, signal, async (scope) => {
      // After a failure the rest is noted by the next run: each organization once for each key.
      if (await noteKeyRotation(state.database, scope, key, now())) noted += 1
    })
    if (noted > 0)
      log.info(
        { event: 'federation.key_rotated', key_id: key.id, organizations: noted },
        'published the next key for identity tokens',
      )
  },
})
