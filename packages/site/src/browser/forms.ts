/** Sends forms without leaving the page. Without script, the browser submits them and gets a page. */

interface Answer {
  message?: string
}

export function startForms(form: HTMLFormElement): void {
  const answer = form.querySelector<HTMLElement>('[data-answer]')
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (!answer || !button) return
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    answer.textContent = ''
    const { ok, message } = await send(form)
    button.ariaBusy = 'false'
    answer.toggleAttribute('data-bad', !ok)
    answer.textContent = message
    if (ok) form.reset()
  })
}

async function send(form: HTMLFormElement): Promise<{ ok: boolean; message: string }> {
  const fields = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(fields),
    })
    const { message }: Answer = await response.json()
    return { ok: response.ok, message: message ?? 'The form was not sent. Try again.' }
  } catch {
    return { ok: false, message: 'The server could not be reached. Nothing was sent. Try again.' }
  }
}
