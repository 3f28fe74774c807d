/**
 * Which passwords are too easily guessed: the commonest, and those made of the person's own name or ours, as a cracker
 * would try them (zxcvbn). No rules of composition: they make passwords worse.
 */
import { badInput } from '@kept/domain/errors.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
/** A million guesses or fewer: an attacker who may try online gets there. */
const weakest = 2

/** Throws one sentence when the password is one that is guessed first. */
export function checkPassword(password: string, person: { email: string; full_name?: string }): void {
  const own = ownWords(person)
  const { score } = guesser.check(password.normalize('NFKC'), own)
  if (score >= weakest && !isMadeOf(password, own)) return
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
  const plain = password.normalize('NFKC').toLowerCase()
  const rest = own.reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest !== plain && rest.replaceAll(/[^\p{L}]/gu, '').length < 4
}
