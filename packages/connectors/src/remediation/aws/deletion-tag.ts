/** The mark of resources of EC2 that wait to be deleted. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { deletionTag } from '../deletion-mark.ts'
import type { CloudRequest, DeletionMarking } from '../remedy.ts'
import { ec2Request } from './ec2-query.ts'
import { tagsOf } from './tags.ts'
import { textOf, type XmlElement } from './xml.ts'

/** `idName`: the element with the resource's ID. */
export function ec2Marking(
  find: (send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) => Promise<XmlElement | undefined>,
  idName: string,
): DeletionMarking {
  return {
    async read(send, target, signal) {
      const item = await find(send, target, signal)
      return item && { mark: tagsOf(item)[deletionTag] ?? null, last_used_at: null }
    },
    async requests(send, target, mark, signal) {
      const id = { 'ResourceId.1': textOf(await find(send, target, signal), idName), 'Tag.1.Key': deletionTag }
      return [
        mark === null
          ? ec2Request(target, 'DeleteTags', id)
          : ec2Request(target, 'CreateTags', { ...id, 'Tag.1.Value': mark }),
      ]
    },
  }
}
