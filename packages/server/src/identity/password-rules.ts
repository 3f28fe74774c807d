/**
 * Rejects guessable passwords: breached ones, common ones, those built from the user's or our name, and one word with a
 * date or a few characters (as zxcvbn). No composition rules: they weaken passwords.
 */
import { badInput } from '@kept/domain/errors.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { isBreached, normalizePassword } from './breached-passwords.ts'

let guesserLoading: Promise<ZxcvbnFactory> | undefined

/** Its dictionaries are read with the first password that is set, not with the start. */
async function loadGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** Passwords guessable in a million tries are within reach of an online attack. */
const weakest = 2

/** Common base words of passwords, in English and German. */
const calendarWords =
  `spring summer autumn fall winter january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday frühling fruehling sommer herbst januar februar märz
  maerz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag company office secret
  passwort kennwort`.split(/\s+/)

/** Throws `bad_input` when the password is guessable. */
export async function checkPassword(password: string, person: { email: string; full_name?: string }): Promise<void> {
  const personal = personalWords(person)
  if (isBreached(password)) {
    throw badInput('This password appears in a known data breach. Choose another.', {
      field: 'password',
    })
  }
  guesserLoading ??= loadGuesser()
  const guesser = await guesserLoading
  const { score } = guesser.check(password.normalize('NFKC'), personal)
  if (score >= weakest && !isMadeOf(password, personal) && !isOneWord(guesser, password, personal)) return
  throw badInput('This password is easy to guess. Use three or four words with 15 letters or more in total.', {
    field: 'password',
  })
}

function personalWords({ email, full_name = '' }: { email: string; full_name?: string }): string[] {
  const [mailbox = '', host = ''] = email.toLowerCase().split('@')
  const names = [...mailbox.split(/[._+-]/), ...full_name.toLowerCase().split(/\s+/)]
  const personal = [email.toLowerCase(), mailbox, host.split('.')[0] ?? '', ...names, 'kept']
  return personal.filter((word) => word.length >= 3).sort((word, other) => other.length - word.length)
}

/** True when almost nothing is left after removing the user's own words. */
function isMadeOf(password: string, personal: string[]): boolean {
  const normalized = normalizePassword(password)
  const remaining = personal.reduce((text, word) => text.replaceAll(word, ''), normalized)
  return remaining !== normalized && remaining.replaceAll(/[^\p{L}]/gu, '').length < 4
}

/** Common character substitutions. */
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** "2024!", "_10/2026": affixes that add little strength. */
const MAX_AFFIX = 8

/** True for one known word with substitutions, digits and symbols: "Summer2024!", "W3lcome@2025". */
function isOneWord(guesser: ZxcvbnFactory, password: string, personal: string[]): boolean {
  const normalized = normalizePassword(password)
  const undisguised = normalized.replaceAll(/[@4310$57]/g, (sign) => disguises[sign] ?? sign)
  const match = /^([^\p{L}]{0,8})(.*?)([^\p{L}]*)$/u.exec(normalized)
  if (!match) return false
  const [, before = '', word = '', behind = ''] = match
  if (before.length + behind.length > MAX_AFFIX) return false
  const stem = undisguised.slice(before.length, undisguised.length - behind.length)
  return [word, stem].some((candidate) => isKnownWord(guesser, candidate, personal))
}

function isKnownWord(guesser: ZxcvbnFactory, word: string, personal: string[]): boolean {
  if (word.length < 3) return true
  if (personal.includes(word) || calendarWords.includes(word) || isBreached(word)) return true
  const { sequence } = guesser.check(word, personal)
  return sequence.length === 1 && sequence[0]?.pattern !== 'bruteforce'
}
