/** Disks, snapshots, images, addresses, load balancers, log groups and buckets of AWS. */
import { settingOf, sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, remove, set } from '../change.ts'
import { byNameTag, lastPartOf } from './identify-aws.ts'

type Kind = 'ebs_volume' | 'elastic_ip' | 'ebs_snapshot' | 'load_balancer' | 'machine_image' | 'log_group' | 's3_bucket'

/** AWS moves nothing to infrequent access earlier. */
const leastDays = 30

const lifecycleOf = (days: number) => `
  rule {
    id     = "kept-infrequent-access"
    status = "Enabled"

    filter {}

    transition {
      days          = ${days}
      storage_class = "STANDARD_IA"
    }
  }`

export const awsStorage: ChangesOfKinds<Kind> = {
  ebs_volume(order) {
    const common = { types: ['aws_ebs_volume'], ...byNameTag(order.target) }
    if (order.step === 'resize') return { ...common, action: set('type', settingOf(order)), caution: '' }
    return {
      ...common,
      action: remove('aws_volume_attachment'),
      caution: 'Terraform deletes the volume without a backup. Take a snapshot before you apply it.',
    }
  },
  elastic_ip: ({ target }) => ({
    types: ['aws_eip'],
    action: remove('aws_eip_association'),
    ...byNameTag(target),
    caution: 'The address is lost: AWS rarely returns the same one.',
  }),
  ebs_snapshot: ({ target }) => ({
    types: ['aws_ebs_snapshot', 'aws_ebs_snapshot_copy'],
    action: set('storage_tier', 'archive'),
    ...byNameTag(target),
    caution: 'The archive is charged for at least 90 days, and a restore takes up to 72 hours.',
  }),
  load_balancer({ target }) {
    const [, name = target.name] = /:loadbalancer\/(?:app|net|gwy)\/([\w-]+)\//.exec(target.id) ?? []
    return {
      types: ['aws_lb', 'aws_alb'],
      action: remove(
        ...['aws_lb_listener', 'aws_lb_listener_rule', 'aws_lb_listener_certificate'],
        ...['aws_alb_listener', 'aws_alb_listener_rule', 'aws_alb_listener_certificate'],
      ),
      identities: [decisive('name', name)],
      importIds: [target.id],
      caution: 'A new load balancer has another DNS name.',
    }
  },
  machine_image: ({ target }) => ({
    types: ['aws_ami', 'aws_ami_copy', 'aws_ami_from_instance'],
    action: remove('aws_ami_launch_permission'),
    ...byNameTag(target),
    caution: 'Launch templates that name the image by its ID can start no more instances.',
  }),
  log_group(order) {
    const { id, name } = order.target
    const group = /:log-group:([^:]+)/.exec(id)?.[1] ?? name
    return {
      types: ['aws_cloudwatch_log_group'],
      action: set('retention_in_days', sizeOf(order)),
      identities: [decisive('name', group)],
      importIds: [group],
      caution: 'AWS deletes the older events for good within three days.',
    }
  },
  s3_bucket({ target, size = leastDays }) {
    const name = lastPartOf(target.id)
    return {
      types: ['aws_s3_bucket'],
      action: {
        do: 'declare',
        type: 'aws_s3_bucket_lifecycle_configuration',
        reference: { attribute: 'bucket', referred: 'id' },
        settings: [],
        blocks: lifecycleOf(size),
        inline: 'lifecycle_rule',
      },
      identities: [decisive('bucket', name)],
      importIds: [name],
      caution: 'It replaces lifecycle rules of the bucket that are not in Terraform.',
    }
  },
}
