/** Why a machine may run unused on purpose, by what its tags and its name say. */

const standbyWords = new Set(['standby', 'dr', 'failover', 'passive', 'disasterrecovery', 'warmspare', 'coldspare'])
const keepTags = new Set([
  'donotdelete',
  'donotstop',
  'donotterminate',
  'keep',
  'protected',
  'retain',
  'permanent',
  'neverdelete',
  'alwayson',
  'keepalive',
  'deletionprotection',
  'noautostop',
])
const refusals = new Set(['', 'no', 'false', '0', 'off', 'none', 'n'])

/** A sentence, or "" when nothing says so. */
export function exemptReason(name: string, tags: Readonly<Record<string, string>>): string {
  for (const [key, value] of Object.entries(tags)) {
    const plainKey = plain(key.split(/[/:]/).at(-1) ?? key)
    const refused = refusals.has(value.trim().toLowerCase())
    if (keepTags.has(plainKey) && !refused) return `It is marked to be kept (tag ${key}).`
    if (keepTags.has(plain(value))) return `It is marked to be kept (tag ${key}).`
    // Names are checked below, where a word counts only by itself.
    if (standbyWords.has(plainKey) && !refused) return `It is a standby (tag ${key}).`
    if (plainKey !== 'name' && !isPerson(plainKey) && isStandby(value))
      return `It is a standby (tag ${key}: ${value.slice(0, 60)}).`
  }
  return isStandby(name) ? 'It is a standby, by its name.' : ''
}

/** "orders-dr-2", "Disaster Recovery", "warm_spare". */
function isStandby(text: string): boolean {
  const parts = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  return parts.some((word, index) => standbyWords.has(word) || standbyWords.has(word + (parts[index + 1] ?? '')))
}

/** Dr. Smith owns no standby. */
function isPerson(key: string): boolean {
  return /owner|user|contact|email|creat|author/.test(key)
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '')
}
