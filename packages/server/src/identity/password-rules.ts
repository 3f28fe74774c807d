/**
 * Which passwords are too easily guessed: those of published leaks, the commonest, those made of the person's own name
 * or ours, and one word with a date or a few characters behind it, as a cracker would try them (zxcvbn). No rules of
 * composition: they make passwords worse.
 */
import { badInput } from '@kept/domain/errors.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { isBreached, normalizePassword } from './breached-passwords.ts'

const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
/** A million guesses or fewer: an attacker who may try online gets there. */
const weakest = 2

/** Words that passwords are built on wherever people have to change them, in English and German. */
const calendarWords =
  `spring summer autumn fall winter january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday frühling fruehling sommer herbst januar februar märz
  maerz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag company office secret
  passwort kennwort`.split(/\s+/)

/** Throws one sentence when the password is one that is guessed first. */
export function checkPassword(password: string, person: { email: string; full_name?: string }): void {
  const own = ownWords(person)
  if (isBreached(password)) {
    throw badInput('This password is in lists of leaked passwords, which attackers try first; choose another.', {
      field: 'password',
    })
  }
  const { score } = guesser.check(password.normalize('NFKC'), own)
  if (score >= weakest && !isMadeOf(password, own) && !isOneWord(password, own)) return
  throw badInput(
    'This password is too easily guessed; choose another, best three or four words with 15 letters or more in all.',
    { field: 'password' },
  )
}

function ownWords({ email, full_name = '' }: { email: string; full_name?: string }): string[] {
  const [mailbox = '', host = ''] = email.toLowerCase().split('@')
  const names = [...mailbox.split(/[._+-]/), ...full_name.toLowerCase().split(/\s+/)]
  const words = [email.toLowerCase(), mailbox, host.split('.')[0] ?? '', ...names, 'kept']
  return words.filter((word) => word.length >= 3).sort((one, other) => other.length - one.length)
}

/** True when hardly a letter is left once one's own words are taken out. */
function isMadeOf(password: string, own: string[]): boolean {
  const plain = normalizePassword(password)
  const rest = own.reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest !== plain && rest.replaceAll(/[^\p{L}]/gu, '').length < 4
}

/** Letters people write in another way. */
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
/** "2024!", "_10/2026": what stands before or behind a word and adds little to it. */
const MAX_AFFIX = 8

/** True for one known word, disguised or not, with digits and signs around it: "Summer2024!", "W3lcome@2025". */
function isOneWord(password: string, own: string[]): boolean {
  const plain = normalizePassword(password)
  const undisguised = plain.replaceAll(/[@4310$57]/g, (sign) => disguises[sign] ?? sign)
  const match = /^([^\p{L}]{0,8})(.*?)([^\p{L}]*)$/u.exec(plain)
  if (!match) return false
  const [, before = '', word = '', behind = ''] = match
  if (before.length + behind.length > MAX_AFFIX) return false
  const stem = undisguised.slice(before.length, undisguised.length - behind.length)
  return [word, stem].some((candidate) => isKnownWord(candidate, own))
}

function isKnownWord(word: string, own: string[]): boolean {
  if (word.length < 3) return true
  if (own.includes(word) || calendarWords.includes(word) || isBreached(word)) return true
  const { sequence } = guesser.check(word, own)
  return sequence.length === 1 && sequence[0]?.pattern !== 'bruteforce'
}
