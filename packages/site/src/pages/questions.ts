/** The six questions, once: for the page and for search engines. */
import { type Html, html } from '../html.ts'
import { renderMarkdown } from '../markdown.ts'

export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'What do I pay if nothing is saved?',
    answer:
      'Nothing. The commission is 25 % of verified monthly savings. A month that ends below zero is not billed, and its loss is carried into the next. $30,000 saved is a commission of $7,500; you keep $22,500.',
  },
  {
    question: 'Who decides what was saved?',
    answer:
      'Your bill does. For every hour Kept asks what it would have cost without the action, at the prices of that hour, and compares it with the line you were billed. Each statement can be [recomputed on your own machine](/docs/savings-method), offline, without us.',
  },
  {
    question: 'How soon do I see savings?',
    answer:
      'We aim for initial savings within 7 days and full optimisation within 30. Both are [stated targets](/docs/claims). The first findings take about as long as reading your bill does.',
  },
  {
    question: 'What access do you need?',
    answer:
      'Read-only access is needed: to the billing export, or just a file you drop in. Write access is optional, and only for what you want done automatically. [The guide for each provider](/docs/connect/aws) has the smallest policy that works.',
  },
  {
    question: 'Is there a long-term contract?',
    answer:
      'No. There is no long-term contract and no minimum. Kept is open source under Apache-2.0: whoever runs it themselves pays nobody for it.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'With 30 days notice, by writing to us. Your ledger and statements are exported as files you can read and verify without Kept. Your bills are the files you gave us.',
  },
]

export function questionList(): Html {
  return html`<div class="questions">${questions.map(
    ({ question, answer }) => html`<details><summary>${question}</summary>${renderMarkdown(answer).html}</details>`,
  )}</div>`
}

/** As schema.org has it. */
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
