import { Extension, Mark } from '@tiptap/react'

/** Text of a style of its own. Two of them nest, so that a change of one leaves the other alone. */
const styled = (name: string, property: string) =>
  Mark.create({
    name,
    addAttributes: () => ({ value: { default: null } }),
    parseHTML: () => [{ style: property, getAttrs: (value) => ({ value }) }],
    renderHTML: ({ mark }) => ['span', { style: `${property}: ${mark.attrs.value}` }, 0],
  })

export const Colour = styled('colour', 'color')
export const Background = styled('background', 'background-color')
export const FontSize = styled('fontSize', 'font-size')
export const FontFamily = styled('fontFamily', 'font-family')

/** Where the text of a paragraph or heading stands. */
export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => element.style.textAlign || element.getAttribute('align'),
          renderHTML: ({ textAlign }) =>
            typeof textAlign === 'string' ? { style: `text-align: ${textAlign}` } : {},
        },
      },
    },
  ],
})
