import { useEffect, useLayoutEffect } from 'preact/hooks'
import { KeySequence, type KeyAction } from './keys.ts'

const handlers = new Map<KeyAction, () => void>()

/** Runs a function at the key of an action while the component is drawn. */
export function useKey(action: KeyAction, run: () => void): void {
  useLayoutEffect(() => {
    handlers.set(action, run)
    return () => {
      if (handlers.get(action) === run) handlers.delete(action)
    }
  })
}

/** Listens to the keys of the page. */
export function useKeyboard(): void {
  useEffect(() => {
    const sequence = new KeySequence()
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const action = sequence.press({ key, ctrlKey, metaKey, altKey, isForField: isForField(event.target) })
      const run = action === undefined ? undefined : handlers.get(action)
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** Whether a field takes a key as text, or a dialog covers the page. */
function isForField(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

/** Moves the focus to an element of the page. */
export function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
