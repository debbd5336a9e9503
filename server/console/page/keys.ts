/** Actions of the page that have a key; two letters are pressed one after the other. */
export const keyTable = [
  { action: 'help', keys: '?', text: 'Show these keys' },
  { action: 'search', keys: '/', text: 'Search all kinds' },
  { action: 'overview', keys: 'g o', text: 'Go to the overview' },
  { action: 'pods', keys: 'g p', text: 'Go to Pods' },
  { action: 'deployments', keys: 'g d', text: 'Go to Deployments' },
  { action: 'nodes', keys: 'g n', text: 'Go to Nodes' },
  { action: 'events', keys: 'g e', text: 'Go to Events' },
  { action: 'basket', keys: 'g b', text: 'Go to the basket of edited files' },
  { action: 'settings', keys: 'g s', text: 'Go to the settings' },
  { action: 'pin', keys: 'p', text: 'Pin this view, or unpin it' },
  { action: 'namespace', keys: 'n', text: 'Choose a namespace' },
  { action: 'context', keys: 'c', text: 'Choose a context' },
  { action: 'theme', keys: 't', text: 'Change the theme' },
  { action: 'filter', keys: 'f', text: 'Filter a list, or the lines of a log' },
  { action: 'next', keys: 'j', text: 'Move to the next row of a list' },
  { action: 'previous', keys: 'k', text: 'Move to the row before it' },
  { action: 'list', keys: 'u', text: 'Go up to the list of an object' },
  { action: 'summary', keys: 's', text: 'Show the summary of an object' },
  { action: 'logs', keys: 'l', text: 'Show the log of a Pod' },
  { action: 'objectEvents', keys: 'e', text: 'Show the events of an object' },
  { action: 'yaml', keys: 'y', text: 'Show the YAML of an object' },
  { action: 'file', keys: 'i', text: 'Show the file of an object in Git' },
  { action: 'restart', keys: 'r', text: 'Restart an object, after a confirmation' },
] as const

export type KeyAction = (typeof keyTable)[number]['action']

/** A key that was pressed, with the parts of the event that decide whether it is an action's. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Whether a field takes the key as text, or a dialog is open. */
  readonly isForField: boolean
}

/** The keys pressed so far of an action with two letters. */
export class KeySequence {
  #first = ''

  /** Returns the action that a key completes. */
  press({ key, ctrlKey, metaKey, altKey, isForField }: PressedKey): KeyAction | undefined {
    const first = this.#first
    this.#first = ''
    if (ctrlKey || metaKey || altKey || isForField) return undefined
    const whole = first === '' ? key : `${first} ${key}`
    const found = keyTable.find(({ keys }) => keys === whole)
    if (found === undefined && keyTable.some(({ keys }) => keys.startsWith(`${key} `))) this.#first = key
    return found?.action
  }
}
