import gradeMaster from './grade.master.ts'

export const sampleMasters = [gradeMaster] as const
