/** Which step of a federation is missing, by the refusal of AWS (docs.aws.amazon.com, AssumeRoleWithWebIdentity). */
import { awsAudience } from '@kept/domain/sync/federation.ts'

/** One sentence with what to do; undefined for a failure that is not about the token. */
export function federationSentence(name: string, message: string): string | undefined {
  if (/No OpenIDConnect provider found/i.test(message))
    return 'The account of the role has no identity provider for Kept: create it with the template shown, then check again.'
  if (/Incorrect token audience/i.test(message))
    return `The identity provider in AWS does not accept the audience ${awsAudience}: add it to its client IDs, then check again.`
  if (/IDPCommunicationError/.test(name) || /retrieve verification key|discovery document/i.test(message))
    return 'AWS cannot read the keys of Kept: let its public address answer below /.well-known/ to requests from the internet, then check again.'
  if (/Expired/.test(name) || /expired|issued in the future|\biat\b|\bnbf\b/i.test(message))
    return 'AWS finds the token of Kept too old or too new: set the clock of this server, then check again.'
  if (/AccessDenied/.test(name))
    return 'AWS did not let Kept assume the role: check the role ARN, and that its trust policy names the subject and the audience of this connection.'
  if (/InvalidIdentityToken|IDPRejectedClaim/.test(name))
    return 'AWS does not accept the token of Kept: create the identity provider and the role with the template shown, then check again.'
  return undefined
}
