/**
 * Which step of a federation is missing, by the refusal of Microsoft Entra ID. Its codes get digits appended for
 * variants, such as a subject that differs in case only, so the text decides where it says more.
 */
import { azureAudiences } from '@kept/domain/sync/federation.ts'
import type { AzureAccess } from './access.ts'

/** One sentence with what to do; undefined for a refusal that is not about the token of Kept. */
export function federationSentence(
  code: string,
  description: string,
  { client_id, cloud }: Pick<AzureAccess, 'client_id' | 'cloud'>,
): string | undefined {
  const application = `the application ${client_id}`
  if (/presented assertion issuer/i.test(description) || code.startsWith('700211'))
    return `No federated credential of ${application} is for the issuer of Kept: add it with the script shown, then check again.`
  if (/presented assertion audience/i.test(description) || code.startsWith('700212'))
    return `The federated credential of ${application} has another audience: set it to ${azureAudiences[cloud]}, then check again.`
  if (/presented assertion subject/i.test(description) || code.startsWith('700213'))
    return `The federated credential of ${application} has another subject: set it to the subject of this connection, letter by letter, then check again.`
  if (/External OIDC endpoint/i.test(description) || code.startsWith('50166') || code === '90061')
    return 'Microsoft Entra ID cannot read the keys of Kept: let its public address answer below /.well-known/ to requests from the internet, then check again.'
  if (code === '70021')
    return `${capitalized(application)} has no federated credential for this connection: add it with the script shown, then check again.`
  if (code === '700024')
    return 'Microsoft Entra ID finds the token of Kept too old or too new: set the clock of this server, then check again.'
  return undefined
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
