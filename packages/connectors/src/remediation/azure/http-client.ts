/** Requests to Azure Resource Manager with the token of an application. */
import { KeptError } from '@kept/domain/errors.ts'
import type { AzureCredentials, GuardedFetch } from '../credentials.ts'
import { cacheToken, ledTo } from '../endpoint.ts'
import type { CloudRequest } from '../remedy.ts'

export function openAzure(credentials: AzureCredentials, fetch: GuardedFetch, nowMs: () => number): CloudRequest {
  const { tenant_id, client_id, client_secret, endpoint } = credentials
  const token = cacheToken(async (signal) => {
    const url = `https://login.microsoftonline.com/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`
    const answer = await fetch(ledTo(url, endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        scope: 'https://management.azure.com/.default',
      }).toString(),
      signal,
    })
    const text = await answer.text()
    const token = /"access_token"\s*:\s*"([^"]+)"/.exec(text)?.[1]
    if (answer.status !== 200 || !token)
      throw new KeptError('forbidden', `Azure denied a token to the application ${client_id} (${answer.status}).`)
    return { token: token, seconds: Number(/"expires_in"\s*:\s*"?(\d+)/.exec(text)?.[1] ?? 300) }
  }, nowMs)
  return async ({ method, url, headers, body }, signal) => {
    const answer = await fetch(ledTo(url, endpoint), {
      method,
      headers: { ...headers, authorization: `Bearer ${await token(signal)}` },
      signal,
      ...(body && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
