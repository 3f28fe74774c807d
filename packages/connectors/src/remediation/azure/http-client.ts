/** Requests to Azure Resource Manager with the token of an application. */
import type { AzureCredentials, GuardedFetch } from '../credentials.ts'
import type { CloudRequest } from '../remedy.ts'
import { openWithToken } from '../token-client.ts'

export function openAzure(credentials: AzureCredentials, fetch: GuardedFetch, nowMs: () => number): CloudRequest {
  const { tenant_id, client_id, client_secret, endpoint } = credentials
  return openWithToken({
    tokenUrl: `https://login.microsoftonline.com/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`,
    formOf: async () => ({
      grant_type: 'client_credentials',
      ...{ client_id, client_secret },
      scope: 'https://management.azure.com/.default',
    }),
    denied: `Azure denied a token to the application ${client_id}`,
    ...{ endpoint, fetch, nowMs },
  })
}
