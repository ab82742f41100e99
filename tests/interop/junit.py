"""A JUnit report as Jenkins reads it: by the XML Schema of its plugin xUnit, which the sources of pytest bring along.

    python junit.py FOLDER REPORT.xml

FOLDER has the sources of pytest as PyPI has them, packed.
"""

import pathlib
import sys
import tarfile

from lxml import etree

folder, report = map(pathlib.Path, sys.argv[1:])
(packed,) = folder.glob("pytest-*.tar.gz")
with tarfile.open(packed) as sources:
    (name,) = [name for name in sources.getnames() if name.endswith("/junit-10.xsd")]
    schema = etree.XMLSchema(etree.parse(sources.extractfile(name)))
document = etree.parse(report)
schema.assertValid(document)
print(len(document.findall(".//testcase")), "tests,", len(document.findall(".//failure")), "failures")
