import { behaviorHookSchema, hookKindSchema } from '@kept/domain/behavior-hook.ts'
import * as z from 'zod'
import { newHookInput } from '../inputs/behavior.ts'
import { answer, route } from '../route.ts'

const tag = 'Developer behavior'
const basePath = '/v1/developer-behavior/hooks'

/** The secret is returned only once. */
const withSecretSchema = behaviorHookSchema.extend({ url: z.string(), secret: z.string(), instructions: z.string() })
export type HookWithSecret = z.infer<typeof withSecretSchema>

const hookKindDescriptionSchema = z.object({ id: hookKindSchema, label: z.string(), instructions: z.string() })

export const behaviorHooks = {
  list: route({
    method: 'GET',
    path: basePath,
    summary: 'List webhooks',
    description:
      'Webhooks that receive usage events from other systems, with their deliveries, and the available types.',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(
      z.object({
        hooks: z.array(behaviorHookSchema.extend({ url: z.string() })),
        kinds: z.array(hookKindDescriptionSchema),
      }),
    ),
  }),
  create: route({
    method: 'POST',
    path: basePath,
    summary: 'Create a webhook',
    description: 'The secret is returned only once.',
    tag,
    needs: 'behavior:write',
    input: newHookInput,
    output: answer(withSecretSchema),
  }),
  rotate: route({
    method: 'POST',
    path: `${basePath}/{id}/rotate`,
    summary: 'Rotate the secret of a webhook',
    description: 'The new secret is returned only once. The previous one stays valid for a day.',
    tag,
    needs: 'behavior:write',
    input: z.object({ id: z.uuid() }),
    output: answer(withSecretSchema),
  }),
  remove: route({
    method: 'DELETE',
    path: `${basePath}/{id}`,
    summary: 'Delete a webhook',
    description: 'Events it delivered are kept.',
    tag,
    needs: 'behavior:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ id: z.uuid() })),
  }),
}
