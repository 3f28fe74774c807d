import { behaviourHookSchema, hookKindSchema } from '@kept/domain/behaviour-hook.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Developer behavior'
const at = '/v1/developer-behavior/hooks'

/** The secret is shown once, when it is made. */
const withSecretSchema = behaviourHookSchema.extend({ url: z.string(), secret: z.string(), words: z.string() })
export type HookWithSecret = z.infer<typeof withSecretSchema>

const hookKindWordsSchema = z.object({ id: hookKindSchema, label: z.string(), words: z.string() })

export const behaviorHooks = {
  list: route({
    method: 'GET',
    path: at,
    summary:
      'Addresses to which other systems send signs of use, what came of their deliveries, and the kinds there are',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(
      z.object({
        hooks: z.array(behaviourHookSchema.extend({ url: z.string() })),
        kinds: z.array(hookKindWordsSchema),
      }),
    ),
  }),
  create: route({
    method: 'POST',
    path: at,
    summary: 'Makes one; its secret is shown in this answer and never again',
    tag,
    needs: 'behavior:write',
    input: z.object({
      kind: hookKindSchema,
      name: nameSchema(80),
      /** One that the sender made; left out, Kept makes it. */
      secret: z.string().min(16).max(500).optional(),
    }),
    output: answer(withSecretSchema),
  }),
  rotate: route({
    method: 'POST',
    path: `${at}/{id}/rotate`,
    summary: 'A new secret, shown once; the former one is taken for a day more',
    tag,
    needs: 'behavior:write',
    input: z.object({ id: z.uuid() }),
    output: answer(withSecretSchema),
  }),
  remove: route({
    method: 'DELETE',
    path: `${at}/{id}`,
    summary: 'Closes the address; what it sent stays',
    tag,
    needs: 'behavior:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ id: z.uuid() })),
  }),
}
