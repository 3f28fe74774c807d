/** Resources that their owner tagged as critical: a person can act on them, automation never does. */

const criticalKey = /^(.*[:/._-])?(criticality|critical|tier)$/i
const criticalValue = /^(critical|mission.critical|high|true|yes|tier-?[01]|[01])$/i

export function isCritical(tags: Readonly<Record<string, string>>): boolean {
  return Object.entries(tags).some(([key, value]) => criticalKey.test(key) && criticalValue.test(value))
}
