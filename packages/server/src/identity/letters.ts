/** The letters of the door: short, plain, one link each. */
import type { Letter } from '../platform/mail.ts'

export function verifyLetter(to: string, name: string, link: string): Letter {
  return letter(to, 'Please verify your e-mail address', [
    `Hello ${name},`,
    'please follow this link to finish signing up at Kept. It is good for 24 hours, once.',
    link,
    'If you did not sign up, there is nothing to do: without you nothing happens.',
  ])
}

export function knownAddressLetter(to: string, name: string, links: { login: string; forgot: string }): Letter {
  return letter(to, 'You already have an account at Kept', [
    `Hello ${name},`,
    'somebody, perhaps you, just signed up at Kept with this address, which has an account already. Sign in here:',
    links.login,
    'If you do not remember the password, choose a new one:',
    links.forgot,
    'If it was not you, there is nothing to do.',
  ])
}

export function resetLetter(to: string, name: string, link: string): Letter {
  return letter(to, 'Choose a new password for Kept', [
    `Hello ${name},`,
    'follow this link to choose a new password. It is good for one hour, once, and ends every session of yours.',
    link,
    'If you did not ask for it, there is nothing to do: your password stays.',
  ])
}

export function passwordChangedLetter(to: string, name: string, link: string): Letter {
  return letter(to, 'Your password for Kept was changed', [
    `Hello ${name},`,
    'your password was changed just now and your other sessions were ended. If it was not you, choose a new one at once:',
    link,
  ])
}

function letter(to: string, subject: string, paragraphs: string[]): Letter {
  const html = paragraphs
    .map((text) =>
      /^https?:\/\/\S+$/.test(text)
        ? `<p><a href="${escaped(text)}">${escaped(text)}</a></p>`
        : `<p>${escaped(text)}</p>`,
    )
    .join('\n')
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
