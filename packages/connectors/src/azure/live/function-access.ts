/** Whether everyone may call a function app: a trigger without a key, and no sign-in before it. */
import * as z from 'zod'
import type { AzureDetail } from './define-port.ts'
import { isEnabled } from './enabled.ts'
import { listAll, readSetting } from './manager-list.ts'
import { type AzureResource, readProperties } from './resource.ts'

const functionsAction = 'Microsoft.Web/sites/functions/read'
const configAction = 'Microsoft.Web/sites/config/read'
const version = 'api-version=2023-12-01'

const functionSchema = z.object({
  properties: z.object({
    isDisabled: z.boolean().nullish(),
    config: z
      .object({
        bindings: z.array(z.object({ type: z.string().nullish(), authLevel: z.string().nullish() })).nullish(),
      })
      .nullish(),
  }),
})
const signInSchema = z.object({
  properties: z.object({
    platform: z.object({ enabled: z.boolean().nullish() }).nullish(),
    globalValidation: z
      .object({ requireAuthentication: z.boolean().nullish(), unauthenticatedClientAction: z.string().nullish() })
      .nullish(),
  }),
})

export function isFunctionApp({ kind }: AzureResource): boolean {
  return kind?.includes('functionapp') ?? false
}

export const functionAccess: AzureDetail = {
  attribute: 'public',
  permissions: [
    { action: functionsAction, reason: 'Reads which functions answer without a key. Their code is not read.' },
    { action: configAction, reason: 'Reads whether a function app asks for a sign-in. Its settings are not read.' },
  ],
  async read(session, resource) {
    const { publicNetworkAccess } = readProperties(resource, { publicNetworkAccess: z.string() })
    if (isEnabled(publicNetworkAccess) === false) return false
    const functions = await listAll(session, {
      action: functionsAction,
      path: `${resource.id}/functions?${version}`,
      schema: functionSchema,
    })
    const isAnonymous = functions.some(
      ({ properties: { isDisabled, config } }) =>
        isDisabled !== true &&
        (config?.bindings ?? []).some(
          ({ type, authLevel }) => /^httpTrigger$/i.test(type ?? '') && /^anonymous$/i.test(authLevel ?? ''),
        ),
    )
    if (!isAnonymous) return false
    const signIn = await readSetting(session, {
      action: configAction,
      path: `${resource.id}/config/authsettingsV2?${version}`,
      schema: signInSchema,
    })
    const { platform, globalValidation } = signIn?.properties ?? {}
    const isRequired =
      platform?.enabled === true &&
      globalValidation?.requireAuthentication === true &&
      !/^AllowAnonymous$/i.test(globalValidation.unauthenticatedClientAction ?? '')
    return !isRequired
  },
}
