/**
 * How long a resource waits, marked, before a remedy deletes it. Without the schemas of remedies: screens read these.
 */

/** Kinds that wait with a mark. Those that their cloud keeps by itself after a deletion are not among them. */
export const graceKinds = [
  'ebs_volume',
  'elastic_ip',
  'load_balancer',
  'managed_disk',
  'public_ip_address',
  'persistent_disk',
  'static_address',
] as const
export type GraceKind = (typeof graceKinds)[number]

export const graceKindLabels: Readonly<Record<GraceKind, string>> = {
  ebs_volume: 'AWS volumes',
  elastic_ip: 'AWS Elastic IP addresses',
  load_balancer: 'AWS load balancers',
  managed_disk: 'Azure managed disks',
  public_ip_address: 'Azure public IP addresses',
  persistent_disk: 'Google Cloud disks',
  static_address: 'Google Cloud static addresses',
}

export type GraceDays = Record<GraceKind, number>

const defaultGraceDays = 7
/** Zero days: deleted at once. */
export const maxGraceDays = 90

/** In days: those that an organization has set, and the default for the rest. */
export function graceDaysWith(own: Partial<GraceDays>): GraceDays {
  return {
    ebs_volume: defaultGraceDays,
    elastic_ip: defaultGraceDays,
    load_balancer: defaultGraceDays,
    managed_disk: defaultGraceDays,
    public_ip_address: defaultGraceDays,
    persistent_disk: defaultGraceDays,
    static_address: defaultGraceDays,
    ...own,
  }
}

export function isGraceKind(kind: string): kind is GraceKind {
  return graceKinds.some((name) => name === kind)
}
