/**
 * Which AWS account keys are of, as AWS itself says it; that needs no permission. In another account every list is
 * empty, so without this all that Kept has marked there would look deleted.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { type CloudRequest, requestText } from '../remedy.ts'
import { awsUrl, elementOf } from './address.ts'

/** The number of the account; asked once. */
type Identity = (region: string, signal?: AbortSignal) => Promise<string>

export function openIdentity(send: CloudRequest): Identity {
  let account = ''
  return async (region, signal) => {
    account ||= elementOf(await requestText(send, identityRequest(region), signal), 'Account')
    if (account === '') throw new KeptError('unavailable', 'AWS did not say which account the keys are of.')
    return account
  }
}

/** Sends only into this account. */
export function sendOnlyTo(
  expected: string,
  { name, send, identity }: { name: string; send: CloudRequest; identity: Identity },
): CloudRequest {
  return async (request, signal) => {
    const [, region = ''] = new URL(request.url).host.split('.')
    const number = await identity(region, signal)
    if (number !== expected) throw otherAccount({ name, number, expected })
    return send(request, signal)
  }
}

export function otherAccount({ name, number, expected }: { name: string; number: string; expected: string }) {
  const message = `${name} is the AWS account ${number}, but the resource is in ${expected}. Remove it, and add the account ${expected}.`
  return new KeptError('conflict', message, { details: { expected_account: expected } })
}

export function isOtherAccount(error: unknown): error is KeptError {
  return error instanceof KeptError && error.details?.expected_account !== undefined
}

function identityRequest(region: string): Parameters<CloudRequest>[0] {
  return {
    method: 'POST',
    url: `${awsUrl('sts', { region })}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ Action: 'GetCallerIdentity', Version: '2011-06-15' }).toString(),
  }
}
