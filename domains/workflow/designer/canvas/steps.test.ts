import { expect, test } from 'vitest'
import { Steps } from './steps.ts'

test('what was taken can be gone back to and forth again; a new step ends the way forth', () => {
  const steps = new Steps('a')
  expect(steps.state).toEqual({ canUndo: false, canRedo: false })
  expect(steps.take('a')).toBe(false)
  expect(steps.take('b')).toBe(true)
  expect(steps.take('c')).toBe(true)
  expect(steps.undo()).toBe('b')
  expect(steps.undo()).toBe('a')
  expect(steps.undo()).toBeUndefined()
  expect(steps.redo()).toBe('b')
  expect(steps.state).toEqual({ canUndo: true, canRedo: true })
  steps.take('d')
  expect(steps.redo()).toBeUndefined()
  expect(steps.undo()).toBe('b')
})

test('what is done in one session is one step; another session, or one that was closed, begins a new one', () => {
  const steps = new Steps('')
  for (const text of ['l', 'la', 'lab']) steps.take(text, 'label x')
  expect(steps.undo()).toBe('')
  steps.redo()
  // Going back and forth closes it.
  steps.take('labe', 'label x')
  expect(steps.undo()).toBe('lab')
  steps.redo()
  steps.take('label', 'label y')
  steps.closeSession()
  steps.take('labels', 'label y')
  expect(steps.undo()).toBe('label')
})

test('only the newest 50 steps are kept', () => {
  const steps = new Steps('0')
  for (let step = 1; step <= 60; step++) steps.take(String(step))
  let last: string | undefined
  for (let text = steps.undo(); text !== undefined; text = steps.undo()) last = text
  expect(last).toBe('10')
})
