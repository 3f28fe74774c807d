/** By what a block of an AWS resource is recognized. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { decisive, type Identity } from '../change.ts'

/** Resources whose id is given by AWS: their Name tag, and the id in an `import` block. */
export function byNameTag({ id, name, tags }: RemediationTarget): { identities: Identity[]; importIds: string[] } {
  const short = lastPartOf(id)
  const nameTag = tags.Name ?? (name === id || name === short ? undefined : name)
  return { identities: nameTag ? [decisive('tags.Name', nameTag)] : [], importIds: [short] }
}

/** `vol-1` of `arn:aws:ec2:us-east-1:1:volume/vol-1`, `orders` of `arn:aws:sqs:us-east-1:1:orders`. */
export function lastPartOf(id: string): string {
  return id.split(/[:/]/).at(-1) ?? id
}
