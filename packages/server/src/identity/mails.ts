/** Emails of sign-up and password changes: short, plain, one link each. */
import type { Email } from '../platform/mail.ts'

export function verificationMail(to: string, name: string, link: string): Email {
  return formatEmail(to, 'Verify your email address', [
    `Hello ${name},`,
    'Follow this link to finish signing up for Kept. It works once and expires in 24 hours.',
    link,
    "If you didn't sign up, ignore this email.",
  ])
}

export function knownAddressMail(to: string, name: string, links: { login: string; forgot: string }): Email {
  return formatEmail(to, 'You already have a Kept account', [
    `Hello ${name},`,
    'A sign-up for Kept used your address, which already has an account. Sign in here:',
    links.login,
    'Forgot your password? Reset it here:',
    links.forgot,
    "If it wasn't you, ignore this email.",
  ])
}

export function passwordResetMail(to: string, name: string, link: string): Email {
  return formatEmail(to, 'Reset your Kept password', [
    `Hello ${name},`,
    'Follow this link to reset your password. It works once, expires in one hour, and signs you out everywhere.',
    link,
    "If you didn't request this, ignore this email. Your password stays the same.",
  ])
}

export function passwordChangedMail(to: string, name: string, link: string): Email {
  return formatEmail(to, 'Your Kept password was changed', [
    `Hello ${name},`,
    "Your password was changed and your other sessions were signed out. If it wasn't you, reset it now:",
    link,
  ])
}

function formatEmail(to: string, subject: string, paragraphs: string[]): Email {
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
