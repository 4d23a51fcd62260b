include "pdll/PdlTypes.td"
