/** Frequently asked questions, for the page and for search engines. */
import { type Html, html } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'

const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'What do I pay if nothing is saved?',
    answer:
      'Nothing. The commission is 25% of verified monthly savings. A negative month is not billed, and its loss is carried into the next month. For $30,000 saved, the commission is $7,500 and you keep $22,500.',
  },
  {
    question: 'How are savings measured?',
    answer:
      'On your bill. For every hour, Kept calculates what the resource would have cost without the action, at the prices of that hour, and compares it with the cost line on your bill. You can [recompute each statement on your own machine](/docs/savings-method), offline, without us.',
  },
  {
    question: 'How soon do I see savings?',
    answer:
      'We aim for initial savings within 7 days and full optimization within 30. Both are [stated targets](/docs/claims). The first recommendations are ready as soon as your bill is imported.',
  },
  {
    question: 'What access do you need?',
    answer:
      'Read-only access to the billing export, or just an uploaded file. Write access is optional, and only for changes you want to automate. [The guide for each provider](/docs/connect/aws) has a minimal policy.',
  },
  {
    question: 'Is there a long-term contract?',
    answer:
      'No. There is no long-term contract and no minimum. Kept is open source under Apache-2.0. Running it yourself is free.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'Write to us with 30 days notice. You can export your ledger and statements as files that you can read and verify without Kept. Your bills are the files you uploaded.',
  },
]

export function questionList(): Html {
  return html`<div class="questions">${questions.map(
    ({ question, answer }) => html`<details><summary>${question}</summary>${renderMarkdown(answer).html}</details>`,
  )}</div>`
}

/** The questions as schema.org FAQPage data. */
export function questionData(): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1') },
    })),
  }
}
