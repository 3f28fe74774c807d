/** For tests: images of EC2, their snapshots, and the Recycle Bin, as AWS documents them. moto has no Recycle Bin. */
import type { EmulatedApi, EmulatedResponse } from './clouds-state.ts'

const ok = (body: string | object): EmulatedResponse => ({ status: 200, body })
const allowTag = '<tagSet><item><key>kept:allow</key><value>true</value></item></tagSet>'

export const images: EmulatedApi = ({ method, path, body }, { image }) => {
  if (path === '/list-rules') return ok({ Rules: image.rules.includes(typeIn(body)) ? [ruleOf(typeIn(body))] : [] })
  if (path === '/rules' && method === 'POST') {
    image.rules.push(typeIn(body))
    return { status: 201, body: ruleOf(typeIn(body)) }
  }
  // A rule counts some time after it was made.
  if (path.startsWith('/rules/')) {
    image.requested += 1
    return ok({ Status: image.requested > 1 ? 'available' : 'pending' })
  }
  const parameters = new URLSearchParams(body)
  const get = (name: string) => parameters.get(name) ?? ''
  const tags = image.isCovered ? allowTag : ''
  switch (get('Action')) {
    case 'DescribeImages':
      return ok(
        `<R><imagesSet>${image.location === 'account' ? `<item><imageId>${image.id}</imageId><name>web</name><blockDeviceMapping>${image.snapshots.map((id) => `<item><ebs><snapshotId>${id}</snapshotId></ebs></item>`).join('')}</blockDeviceMapping>${tags}</item>` : ''}</imagesSet></R>`,
      )
    case 'DescribeSnapshots':
      if (!image.snapshots.includes(get('SnapshotId.1'))) return
      return ok(`<R><snapshotSet><item><snapshotId>${get('SnapshotId.1')}</snapshotId>${tags}</item></snapshotSet></R>`)
    case 'DescribeInstances':
      if (get('Filter.1.Name') !== 'image-id') return
      return ok(
        `<R><reservationSet>${image.instance ? `<item><instancesSet><item><instanceId>${image.instance}</instanceId></item></instancesSet></item>` : ''}</reservationSet></R>`,
      )
    case 'DescribeLaunchTemplateVersions':
      return ok('<R><launchTemplateVersionSet/></R>')
    case 'DescribeImageAttribute':
      return ok('<R><launchPermission/></R>')
    case 'DeregisterImage': {
      // Without both rules it would be final.
      const isKept = get('DeleteAssociatedSnapshots') === 'true' && image.rules.length === 2 && image.isCovered
      image.location = isKept ? 'bin' : 'gone'
      return ok('<R><return>true</return></R>')
    }
    case 'ListImagesInRecycleBin':
      return image.location === 'bin'
        ? ok(`<R><imageSet><item><imageId>${image.id}</imageId></item></imageSet></R>`)
        : { status: 400, body: '<R><Error><Code>InvalidAMIID.NotFound</Code></Error></R>' }
    case 'ListSnapshotsInRecycleBin':
      return image.location === 'bin' && !image.restored.includes(get('SnapshotId.1'))
        ? ok(`<R><snapshotSet><item><snapshotId>${get('SnapshotId.1')}</snapshotId></item></snapshotSet></R>`)
        : { status: 400, body: '<R><Error><Code>InvalidSnapshot.NotFound</Code></Error></R>' }
    case 'RestoreSnapshotFromRecycleBin':
      image.restored.push(get('SnapshotId'))
      return ok('<R/>')
    case 'RestoreImageFromRecycleBin':
      if (image.restored.length < image.snapshots.length) return { status: 400, body: '<R/>' }
      image.location = 'account'
      image.restored = []
      return ok('<R/>')
    default:
      return
  }
}

function typeIn(body: string): string {
  return /"ResourceType":"(\w+)"/.exec(body)?.[1] ?? ''
}

function ruleOf(type: string) {
  return { Identifier: type, RetentionPeriod: { RetentionPeriodValue: 30, RetentionPeriodUnit: 'DAYS' } }
}
