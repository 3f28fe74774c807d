/** Names are user input: in an email they become one short line without links. */
export function oneLine(text: string, maxLength = 80): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/https?:\/\/|www\./gi, '')
    .slice(0, maxLength)
    .trim()
}
