/** What a person uses to grant access in AWS. */
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { cloudFormationTemplate, readPolicy } from './policy.ts'

export function setupDocuments(externalId: string): SetupDocument[] {
  return [
    {
      label: 'the CloudFormation template',
      file_name: 'kept-read.template.json',
      text: cloudFormationTemplate(externalId),
    },
    { label: 'the policy', file_name: 'kept-read.json', text: JSON.stringify(readPolicy(), null, 2) },
    { label: 'the external ID', file_name: 'external-id.txt', text: externalId },
  ]
}
